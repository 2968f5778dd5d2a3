import{A as e,D as t,F as n,H as r,J as i,K as a,L as o,O as s,P as c,Q as l,S as u,V as d,Y as f,a as p,at as m,dt as h,et as g,h as ee,it as te,nt as ne,o as re,q as _,r as v,s as y,t as b,tt as x,w as S,x as C}from"./index-client-Bnh6-NW_.js";import"./disclose-version-xihTtKlq.js";import{n as ie,r as w}from"./texts-UfO5Uz-e.js";import{O as ae,k as T,l as oe,n as se}from"./index-BszFCg0G.js";var{listed:E,plural:D}=w,ce={ownAdd:e=>`Add them to ${e.length?E(e):`the editions chosen above`}`,ownTakes:`This text takes cards from editions by itself, so nothing is added to it.`,ownLearn:`How to write cards`,ownExample:`Put the example back`,ownFaces:`Your cards`,ownMore:e=>`and ${e} more`,ownFile:`Open a file`,ownLabel:`Deck text`,ownOk:e=>`This deck can be played: ${D(e,`card`)}.`,ownProblems:e=>`${D(e,`mistake`)} in this deck`,ownLine:(e,t)=>e?`Line ${e}, column ${t}`:`The whole deck`,checking:`Checking…`},O=`# Cards of your own. Change them, add to them, and see them below.

marks soup

keeper "Tomato Soup" soup
    "Red, hot, and good with toast."

keeper "Pea Soup" soup
    "Green, and thick enough to stand a spoon in."

goal "Soup of the Day"
    "Have both soups."
    wins = has("Tomato Soup", "Pea Soup")

rule "Soup Bonus"
    "With a soup in front of you, draw 1 extra card."
    draws += 1 if has(soup)

action "Second Helping"
    "Draw 2. If you have a soup, play one of your cards."
    draw(2)
    if has(soup):
        play(choose(hand(you)))
`,le=e(`<button type="button" class="button small quiet"> </button>`),ue=e(`<span class="hint"> </span>`),k=e(`<p class="hint"> </p>`),de=e(`<label class="check"><input type="checkbox"/> </label>`),fe=e(`<p class="bad"> </p>`),pe=e(`<li><button type="button" class="link"> </button> </li>`),A=e(`<p class="bad label"> </p> <ul class="problems s11sk"></ul>`,1),j=e(`<p class="fine s11sk" data-test="own-fine"> </p>`),M=e(`<p> </p>`),N=e(`<!> <!>`,1),P=e(`<li class="s11sk"><!></li>`),F=e(`<h3> </h3> <ul class="faces s11sk" data-test="own-faces"></ul> <!>`,1),I=e(`<div class="own s11sk"><div class="row"><label class="button small file s11sk"><!> <input class="unseen" type="file" accept=".cards,.txt,text/plain"/></label> <!> <a href="/write"> </a> <!></div> <!> <label class="label" for="own-text"> </label> <textarea id="own-text" rows="12" spellcheck="false" class="s11sk"></textarea> <div role="status"><!> <!></div> <!></div>`);function L(e,c){m(c,!0);let w=b(c,`wish`,7),E={...ie.lobby,...ce},D=g(!1),L=g(``),R=g([]),z,B=x(()=>c.editions.filter(e=>w().parts.includes(e.name)).map(e=>e.title)),me=x(()=>{let e=new Set(o(R).map(e=>e.name)),t=w().report?.oddities.filter(e=>e.kind!==`meta`)??[];return[...t.filter(t=>e.has(t.card)),...t.filter(t=>!e.has(t.card))]});w().text.trim()||(w().text=O),r(()=>{let e=w().deck,t=w().seats.length,n=[...w().meta];if(!e.text.trim()){w().report=null,l(R,[]);return}l(D,!0);let r=!1,i=setTimeout(()=>{T.checkDeck(e,t,n).then(async e=>{let t=e.id?await he(e.id):[];r||(w().report=e,l(L,``),l(R,t))},e=>{w().report=null,l(L,e instanceof ae?e.message:String(e),!0)}).finally(()=>l(D,r,!0))},400);return()=>{r=!0,clearTimeout(i)}});async function he(e){let t=new Set(c.editions.map(e=>e.name));return(await T.deck(e)).cards.filter(e=>!t.has(e.edition)&&e.kind!==`basic`&&e.copy===1)}async function ge(e){let t=e.currentTarget.files?.[0];t&&(w().text=await t.text())}function _e(e){let t=w().text.split(`
`).slice(0,e-1).reduce((e,t)=>e+t.length+1,0),n=w().text.indexOf(`
`,t);z.focus(),z.setSelectionRange(t,n<0?w().text.length:n)}var V=I(),H=a(V),U=a(H),W=a(U);oe(W,{name:`open`});var G=f(W,1,!0),ve=f(G);h(U);var K=f(U,2),ye=e=>{var r=le(),a=i(r,!0);d(()=>t(a,E.ownExample)),n(`click`,r,()=>w().text=O),s(e,r)};S(K,e=>{w().text!==`# Cards of your own. Change them, add to them, and see them below.

marks soup

keeper "Tomato Soup" soup
    "Red, hot, and good with toast."

keeper "Pea Soup" soup
    "Green, and thick enough to stand a spoon in."

goal "Soup of the Day"
    "Have both soups."
    wins = has("Tomato Soup", "Pea Soup")

rule "Soup Bonus"
    "With a soup in front of you, draw 1 extra card."
    draws += 1 if has(soup)

action "Second Helping"
    "Draw 2. If you have a soup, play one of your cards."
    draw(2)
    if has(soup):
        play(choose(hand(you)))
`&&e(ye)});var q=f(K,2),be=i(q,!0),xe=f(q,2),Se=e=>{var n=ue(),r=i(n,!0);d(()=>t(r,E.checking)),s(e,n)};S(xe,e=>{o(D)&&e(Se)}),h(H);var J=f(H,2),Ce=e=>{var n=k(),r=i(n,!0);d(()=>t(r,E.ownTakes)),s(e,n)},Y=e=>{var n=de(),r=a(n);y(r);var i=f(r,1,!0);h(n),d(e=>t(i,e),[()=>E.ownAdd(o(B))]),p(r,()=>w().adds,e=>w().adds=e),s(e,n)};S(J,e=>{w().takes?e(Ce):e(Y,-1)});var X=f(J,2),we=i(X,!0),Z=f(X,2);ne(Z),v(Z,e=>z=e,()=>z);var Q=f(Z,2),$=a(Q),Te=e=>{var n=fe(),r=i(n,!0);d(()=>t(r,o(L))),s(e,n)};S($,e=>{o(L)&&e(Te)});var Ee=f($,2),De=e=>{var r=N(),c=_(r),l=e=>{var r=A(),c=_(r),l=i(c,!0),p=f(c,2);C(p,21,()=>w().report.problems,u,(e,r)=>{var c=pe(),l=a(c),u=i(l,!0),p=f(l);h(c),d(e=>{t(u,e),t(p,`: ${o(r).message??``}`)},[()=>E.ownLine(o(r).line,o(r).column)]),n(`click`,l,()=>_e(o(r).line)),s(e,c)}),h(p),d(e=>t(l,e),[()=>E.ownProblems(w().report.problems.length)]),s(e,r)},p=e=>{var n=j(),r=i(n,!0);d(e=>t(r,e),[()=>E.ownOk(w().report.cards)]),s(e,n)};S(c,e=>{w().report.problems.length?e(l):w().report.playable&&e(p,1)});var m=f(c,2);C(m,17,()=>o(me),u,(e,n)=>{var r=M();let a;var c=i(r);d(()=>{a=ee(r,1,`hint`,null,a,{bad:o(n).severity===`error`}),t(c,`${o(n).card?`${o(n).card}: `:``}${o(n).text??``}`)}),s(e,r)}),s(e,r)};S(Ee,e=>{w().report&&e(De)}),h(Q);var Oe=f(Q,2),ke=e=>{var n=F(),r=_(n),c=i(r,!0),l=f(r,2);C(l,21,()=>o(R).slice(0,24),e=>e.title,(e,t)=>{var n=P(),r=a(n);se(r,{get card(){return o(t)}}),h(n),s(e,n)}),h(l);var u=f(l,2),p=e=>{var n=k(),r=i(n,!0);d(e=>t(r,e),[()=>E.ownMore(o(R).length-24)]),s(e,n)};S(u,e=>{o(R).length>24&&e(p)}),d(()=>t(c,E.ownFaces)),s(e,n)};S(Oe,e=>{o(R).length&&e(ke)}),h(V),d(()=>{t(G,E.ownFile),t(be,E.ownLearn),t(we,E.ownLabel)}),n(`change`,ve,ge),re(Z,()=>w().text,e=>w().text=e),s(e,V),te()}c([`change`,`click`]);export{L as default};