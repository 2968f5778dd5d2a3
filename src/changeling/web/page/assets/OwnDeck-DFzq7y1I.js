import{A as e,D as t,F as n,H as r,J as i,K as a,L as o,O as s,P as c,Q as l,S as u,V as d,Y as f,a as p,at as m,dt as h,et as g,h as ee,it as _,nt as v,o as te,q as y,r as ne,s as b,t as x,tt as S,w as C,x as w}from"./index-client-Bnh6-NW_.js";import"./disclose-version-xihTtKlq.js";import{n as T}from"./texts-BLRq16ri.js";import{S as E,c as re,n as ie,x as ae}from"./index-R6oGXdX9.js";var D=`# Cards of your own. Change them, add to them, and see them below.

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
`,oe=e(`<button type="button" class="button small quiet"> </button>`),se=e(`<span class="hint"> </span>`),O=e(`<p class="hint"> </p>`),ce=e(`<label class="check"><input type="checkbox"/> </label>`),le=e(`<p class="bad"> </p>`),ue=e(`<li><button type="button" class="link"> </button> </li>`),de=e(`<p class="bad label"> </p> <ul class="problems svelte-1h491g5"></ul>`,1),fe=e(`<p class="fine svelte-1h491g5" data-test="own-fine"> </p>`),pe=e(`<p> </p>`),k=e(`<!> <!>`,1),A=e(`<li class="svelte-1h491g5"><!></li>`),j=e(`<h3> </h3> <ul class="faces svelte-1h491g5" data-test="own-faces"></ul> <!>`,1),M=e(`<div class="own svelte-1h491g5"><div class="row"><label class="button small file svelte-1h491g5"><!> <input class="unseen" type="file" accept=".cards,.txt,text/plain"/></label> <!> <a href="/write"> </a> <!></div> <!> <label class="label" for="own-text"> </label> <textarea id="own-text" rows="12" spellcheck="false" class="svelte-1h491g5"></textarea> <div role="status"><!> <!></div> <!></div>`);function N(e,c){m(c,!0);let N=x(c,`wish`,7),P=T.lobby,F=g(!1),I=g(``),L=g([]),R,z=S(()=>c.editions.filter(e=>N().parts.includes(e.name)).map(e=>e.title));N().text.trim()||(N().text=D),r(()=>{let e=N().deck,t=N().seats.length;if(!e.text.trim()){N().report=null,l(L,[]);return}l(F,!0);let n=!1,r=setTimeout(()=>{E.checkDeck(e,t).then(async e=>{let t=e.id?await B(e.id):[];n||(N().report=e,l(I,``),l(L,t))},e=>{N().report=null,l(I,e instanceof ae?e.message:String(e),!0)}).finally(()=>l(F,n,!0))},400);return()=>{n=!0,clearTimeout(r)}});async function B(e){let t=new Set(c.editions.map(e=>e.name));return(await E.deck(e)).cards.filter(e=>!t.has(e.edition)&&e.kind!==`basic`&&e.copy===1)}async function me(e){let t=e.currentTarget.files?.[0];t&&(N().text=await t.text())}function he(e){let t=N().text.split(`
`).slice(0,e-1).reduce((e,t)=>e+t.length+1,0),n=N().text.indexOf(`
`,t);R.focus(),R.setSelectionRange(t,n<0?N().text.length:n)}var V=M(),H=a(V),U=a(H),W=a(U);re(W,{name:`open`});var G=f(W,1,!0),ge=f(G);h(U);var K=f(U,2),_e=e=>{var r=oe(),a=i(r,!0);d(()=>t(a,P.ownExample)),n(`click`,r,()=>N().text=D),s(e,r)};C(K,e=>{N().text!==`# Cards of your own. Change them, add to them, and see them below.

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
`&&e(_e)});var q=f(K,2),ve=i(q,!0),ye=f(q,2),be=e=>{var n=se(),r=i(n,!0);d(()=>t(r,P.checking)),s(e,n)};C(ye,e=>{o(F)&&e(be)}),h(H);var J=f(H,2),xe=e=>{var n=O(),r=i(n,!0);d(()=>t(r,P.ownTakes)),s(e,n)},Se=e=>{var n=ce(),r=a(n);b(r);var i=f(r,1,!0);h(n),d(e=>t(i,e),[()=>P.ownAdd(o(z))]),p(r,()=>N().adds,e=>N().adds=e),s(e,n)};C(J,e=>{N().takes?e(xe):e(Se,-1)});var Y=f(J,2),Ce=i(Y,!0),X=f(Y,2);v(X),ne(X,e=>R=e,()=>R);var Z=f(X,2),Q=a(Z),$=e=>{var n=le(),r=i(n,!0);d(()=>t(r,o(I))),s(e,n)};C(Q,e=>{o(I)&&e($)});var we=f(Q,2),Te=e=>{var r=k(),c=y(r),l=e=>{var r=de(),c=y(r),l=i(c,!0),p=f(c,2);w(p,21,()=>N().report.problems,u,(e,r)=>{var c=ue(),l=a(c),u=i(l,!0),p=f(l);h(c),d(e=>{t(u,e),t(p,`: ${o(r).message??``}`)},[()=>P.ownLine(o(r).line,o(r).column)]),n(`click`,l,()=>he(o(r).line)),s(e,c)}),h(p),d(e=>t(l,e),[()=>P.ownProblems(N().report.problems.length)]),s(e,r)},p=e=>{var n=fe(),r=i(n,!0);d(e=>t(r,e),[()=>P.ownOk(N().report.cards)]),s(e,n)};C(c,e=>{N().report.problems.length?e(l):N().report.playable&&e(p,1)});var m=f(c,2);w(m,17,()=>N().report.oddities,u,(e,n)=>{var r=pe();let a;var c=i(r);d(()=>{a=ee(r,1,`hint`,null,a,{bad:o(n).severity===`error`}),t(c,`${o(n).card?`${o(n).card}: `:``}${o(n).text??``}`)}),s(e,r)}),s(e,r)};C(we,e=>{N().report&&e(Te)}),h(Z);var Ee=f(Z,2),De=e=>{var n=j(),r=y(n),c=i(r,!0),l=f(r,2);w(l,21,()=>o(L).slice(0,24),e=>e.title,(e,t)=>{var n=A(),r=a(n);ie(r,{get card(){return o(t)}}),h(n),s(e,n)}),h(l);var u=f(l,2),p=e=>{var n=O(),r=i(n,!0);d(e=>t(r,e),[()=>P.ownMore(o(L).length-24)]),s(e,n)};C(u,e=>{o(L).length>24&&e(p)}),d(()=>t(c,P.ownFaces)),s(e,n)};C(Ee,e=>{o(L).length&&e(De)}),h(V),d(()=>{t(G,P.ownFile),t(ve,P.ownLearn),t(Ce,P.ownLabel)}),n(`change`,ge,me),te(X,()=>N().text,e=>N().text=e),s(e,V),_()}c([`change`,`click`]);export{N as default};