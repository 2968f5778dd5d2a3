import{$ as e,A as t,B as n,D as r,F as i,G as a,J as o,K as s,L as c,O as l,P as u,S as d,V as f,Z as p,a as m,et as ee,h,it as g,o as _,q as v,r as te,rt as ne,s as y,t as b,tt as x,ut as S,w as C,x as w}from"./index-client-B0sbNHKR.js";import"./disclose-version-xihTtKlq.js";import{n as re}from"./texts-BeaP2Mqh.js";import{S as T,c as ie,n as ae,x as oe}from"./index-IHxzRpnS.js";var E=`# Cards of your own. Change them, add to them, and see them below.

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
`,se=t(`<button type="button" class="button small quiet"> </button>`),ce=t(`<span class="hint"> </span>`),D=t(`<p class="hint"> </p>`),le=t(`<label class="check"><input type="checkbox"/> </label>`),ue=t(`<p class="bad"> </p>`),de=t(`<li><button type="button" class="link"> </button> </li>`),fe=t(`<p class="bad label"> </p> <ul class="problems svelte-1h491g5"></ul>`,1),pe=t(`<p class="fine svelte-1h491g5" data-test="own-fine"> </p>`),O=t(`<p> </p>`),k=t(`<!> <!>`,1),A=t(`<li class="svelte-1h491g5"><!></li>`),j=t(`<h3> </h3> <ul class="faces svelte-1h491g5" data-test="own-faces"></ul> <!>`,1),M=t(`<div class="own svelte-1h491g5"><div class="row"><label class="button small file svelte-1h491g5"><!> <input class="unseen" type="file" accept=".cards,.txt,text/plain"/></label> <!> <a href="/write"> </a> <!></div> <!> <label class="label" for="own-text"> </label> <textarea id="own-text" rows="12" spellcheck="false" class="svelte-1h491g5"></textarea> <div role="status"><!> <!></div> <!></div>`);function N(t,u){g(u,!0);let N=b(u,`wish`,7),P=re.lobby,F=e(!1),I=e(``),L=e([]),R,z=ee(()=>u.editions.filter(e=>N().parts.includes(e.name)).map(e=>e.title));N().text.trim()||(N().text=E),f(()=>{let e=N().deck,t=N().seats.length;if(!e.text.trim()){N().report=null,p(L,[]);return}p(F,!0);let n=!1,r=setTimeout(()=>{T.checkDeck(e,t).then(async e=>{let t=e.id?await B(e.id):[];n||(N().report=e,p(I,``),p(L,t))},e=>{N().report=null,p(I,e instanceof oe?e.message:String(e),!0)}).finally(()=>p(F,n,!0))},400);return()=>{n=!0,clearTimeout(r)}});async function B(e){let t=new Set(u.editions.map(e=>e.name));return(await T.deck(e)).cards.filter(e=>!t.has(e.edition)&&e.kind!==`basic`&&e.copy===1)}async function me(e){let t=e.currentTarget.files?.[0];t&&(N().text=await t.text())}function he(e){let t=N().text.split(`
`).slice(0,e-1).reduce((e,t)=>e+t.length+1,0),n=N().text.indexOf(`
`,t);R.focus(),R.setSelectionRange(t,n<0?N().text.length:n)}var V=M(),H=a(V),U=a(H),W=a(U);ie(W,{name:`open`});var G=o(W,1,!0),ge=o(G);S(U);var K=o(U,2),_e=e=>{var t=se(),a=v(t,!0);n(()=>r(a,P.ownExample)),i(`click`,t,()=>N().text=E),l(e,t)};C(K,e=>{N().text!==`# Cards of your own. Change them, add to them, and see them below.

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
`&&e(_e)});var q=o(K,2),ve=v(q,!0),ye=o(q,2),be=e=>{var t=ce(),i=v(t,!0);n(()=>r(i,P.checking)),l(e,t)};C(ye,e=>{c(F)&&e(be)}),S(H);var J=o(H,2),xe=e=>{var t=D(),i=v(t,!0);n(()=>r(i,P.ownTakes)),l(e,t)},Se=e=>{var t=le(),i=a(t);y(i);var s=o(i,1,!0);S(t),n(e=>r(s,e),[()=>P.ownAdd(c(z))]),m(i,()=>N().adds,e=>N().adds=e),l(e,t)};C(J,e=>{N().takes?e(xe):e(Se,-1)});var Y=o(J,2),Ce=v(Y,!0),X=o(Y,2);x(X),te(X,e=>R=e,()=>R);var Z=o(X,2),Q=a(Z),$=e=>{var t=ue(),i=v(t,!0);n(()=>r(i,c(I))),l(e,t)};C(Q,e=>{c(I)&&e($)});var we=o(Q,2),Te=e=>{var t=k(),u=s(t),f=e=>{var t=fe(),u=s(t),f=v(u,!0),p=o(u,2);w(p,21,()=>N().report.problems,d,(e,t)=>{var s=de(),u=a(s),d=v(u,!0),f=o(u);S(s),n(e=>{r(d,e),r(f,`: ${c(t).message??``}`)},[()=>P.ownLine(c(t).line,c(t).column)]),i(`click`,u,()=>he(c(t).line)),l(e,s)}),S(p),n(e=>r(f,e),[()=>P.ownProblems(N().report.problems.length)]),l(e,t)},p=e=>{var t=pe(),i=v(t,!0);n(e=>r(i,e),[()=>P.ownOk(N().report.cards)]),l(e,t)};C(u,e=>{N().report.problems.length?e(f):N().report.playable&&e(p,1)});var m=o(u,2);w(m,17,()=>N().report.oddities,d,(e,t)=>{var i=O();let a;var o=v(i);n(()=>{a=h(i,1,`hint`,null,a,{bad:c(t).severity===`error`}),r(o,`${c(t).card?`${c(t).card}: `:``}${c(t).text??``}`)}),l(e,i)}),l(e,t)};C(we,e=>{N().report&&e(Te)}),S(Z);var Ee=o(Z,2),De=e=>{var t=j(),i=s(t),u=v(i,!0),d=o(i,2);w(d,21,()=>c(L).slice(0,24),e=>e.title,(e,t)=>{var n=A(),r=a(n);ae(r,{get card(){return c(t)}}),S(n),l(e,n)}),S(d);var f=o(d,2),p=e=>{var t=D(),i=v(t,!0);n(e=>r(i,e),[()=>P.ownMore(c(L).length-24)]),l(e,t)};C(f,e=>{c(L).length>24&&e(p)}),n(()=>r(u,P.ownFaces)),l(e,t)};C(Ee,e=>{c(L).length&&e(De)}),S(V),n(()=>{r(G,P.ownFile),r(ve,P.ownLearn),r(Ce,P.ownLabel)}),i(`change`,ge,me),_(X,()=>N().text,e=>N().text=e),l(t,V),ne()}u([`change`,`click`]);export{N as default};