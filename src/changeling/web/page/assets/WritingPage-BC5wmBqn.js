import{A as e,B as t,D as n,G as r,J as i,K as a,L as o,N as s,O as c,S as l,V as u,dt as d,it as f,k as p,q as m,rt as h,ut as g,w as _,x as v}from"./index-client-B0sbNHKR.js";import"./disclose-version-xihTtKlq.js";import{n as y}from"./texts-BeaP2Mqh.js";var b={title:`How to write cards`,lead:`A card is a few lines: what it is, what it is called, what it says, and what it does. Write them in the box “My own cards” on the first page; they are checked while you type.`,back:`To the first page`,tryIt:`Write cards now`,steps:[{title:`A Keeper`,text:`The first line says which kind of card it is and what it is called. The line below it is what stands on the card. A Keeper needs nothing more.`,code:`keeper "Tomato Soup"
    "Red, hot, and good with toast."

keeper "Garlic Bread"
    "Best while it is warm."
`},{title:`A Goal`,text:"`wins =` says who wins with it: here whoever has both cards. Other cards are named in quotation marks, also those of the editions that yours are added to.",code:`keeper "Tomato Soup"
    "Red, hot, and good with toast."

keeper "Garlic Bread"
    "Best while it is warm."

goal "Lunch"
    "Have Tomato Soup and Garlic Bread."
    wins = has("Tomato Soup", "Garlic Bread")
`},{title:`A mark`,text:"Words that you list after `marks` can follow a card's name. Others ask for them: here any soup will do.",code:`marks soup

keeper "Tomato Soup" soup
    "Red, hot, and good with toast."

keeper "Pea Soup" soup
    "Green, and thick enough to stand a spoon in."

goal "Soup Kitchen"
    "Have two soups."
    wins = count(keepers(you, soup)) >= 2
`},{title:`A New Rule`,text:"A rule is a formula that is read again whenever something moves. `draws` and `plays` are the numbers of everybody's turn; the moment the condition fails, the bonus is gone.",code:`rule "Poor Relation"
    "With no Keepers, draw 1 extra card."
    draws += 1 if count(keepers(you)) == 0
`},{title:`An Action`,text:"An Action does one thing after the other. `choose` asks the player; what cannot be done is left out.",code:`action "Second Helping"
    "Draw 2 cards, then take a Keeper from somebody."
    draw(2)
    take(choose(keepers(others)))
`}],numbersTitle:`Numbers`,numbers:"A digit is a printed numeral, and cards such as Inflation change it; a number word such as `two` stays as it is.",moreTitle:`More words`,more:'On the command line, `changeling words` lists all words of the language, `changeling card "Draw 3"` shows the source of any card, and `changeling deck new my.cards` begins a deck with an example of each kind.'},x=(e,r=d)=>{var i=p(),u=a(i);v(u,17,()=>r().split("`"),l,(e,r,i)=>{var l=p(),u=a(l),d=e=>{var i=S(),a=m(i,!0);t(()=>n(a,o(r))),c(e,i)},f=e=>{var i=s();t(()=>n(i,o(r))),c(e,i)};_(u,e=>{i%2?e(d):e(f,-1)}),c(e,l)}),c(e,i)},S=e(`<code class="svelte-17p5v03"> </code>`),C=e(`<section class="svelte-17p5v03"><h2> </h2> <p><!></p> <pre tabindex="0" class="svelte-17p5v03"><code class="svelte-17p5v03"> </code></pre></section>`),w=e(`<main id="content" class="wide svelte-17p5v03"><h1> </h1> <p class="lead svelte-17p5v03"> </p> <!> <section class="svelte-17p5v03"><h2> </h2><p><!></p></section> <section class="svelte-17p5v03"><h2> </h2><p><!></p></section> <a class="button primary" href="/"> </a></main>`);function T(e,a){f(a,!0),u(()=>{document.title=`${b.title} · ${y.name}`});var s=w(),l=r(s),d=m(l,!0),p=i(l,2),_=m(p,!0),S=i(p,2);v(S,17,()=>b.steps,e=>e.title,(e,a)=>{var s=C(),l=r(s),u=m(l,!0),d=i(l,2);x(r(d),()=>o(a).text),g(d);var f=i(d,2),p=r(f),h=m(p,!0);g(f),g(s),t(()=>{n(u,o(a).title),n(h,o(a).code)}),c(e,s)});var T=i(S,2),E=r(T),D=m(E,!0),O=i(E);x(r(O),()=>b.numbers),g(O),g(T);var k=i(T,2),A=r(k),j=m(A,!0),M=i(A);x(r(M),()=>b.more),g(M),g(k);var N=i(k,2),P=m(N,!0);g(s),t(()=>{n(d,b.title),n(_,b.lead),n(D,b.numbersTitle),n(j,b.moreTitle),n(P,b.back)}),c(e,s),h()}export{T as default};