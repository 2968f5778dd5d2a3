import{A as e,D as t,H as n,J as r,K as i,L as a,N as o,O as s,S as c,V as l,Y as u,at as d,dt as f,ft as p,it as m,k as h,q as g,w as _,x as v}from"./index-client-Bnh6-NW_.js";import"./disclose-version-xihTtKlq.js";import{n as y}from"./texts-UfO5Uz-e.js";var b={title:`How to write cards`,lead:`A card is a few lines: what it is, what it is called, what it says, and what it does. Write them in the box “My own cards” on the first page; they are checked while you type.`,back:`To the first page`,tryIt:`Write cards now`,steps:[{title:`A Keeper`,text:`The first line says which kind of card it is and what it is called. The line below it is what stands on the card. A Keeper needs nothing more.`,code:`keeper "Tomato Soup"
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
`}],numbersTitle:`Numbers`,numbers:"A digit is a printed numeral, and cards such as Inflation change it; a number word such as `two` stays as it is.",moreTitle:`More words`,more:'On the command line, `changeling words` lists all words of the language, `changeling card "Draw 3"` shows the source of any card, and `changeling deck new my.cards` begins a deck with an example of each kind.'},x=(e,n=p)=>{var i=h(),u=g(i);v(u,17,()=>n().split("`"),c,(e,n,i)=>{var c=h(),u=g(c),d=e=>{var i=S(),o=r(i,!0);l(()=>t(o,a(n))),s(e,i)},f=e=>{var r=o();l(()=>t(r,a(n))),s(e,r)};_(u,e=>{i%2?e(d):e(f,-1)}),s(e,c)}),s(e,i)},S=e(`<code class="sah01"> </code>`),C=e(`<section class="sah01"><h2> </h2> <p><!></p> <pre tabindex="0" class="sah01"><code class="sah01"> </code></pre></section>`),w=e(`<main id="content" class="wide sah01"><h1> </h1> <p class="lead sah01"> </p> <!> <section class="sah01"><h2> </h2><p><!></p></section> <section class="sah01"><h2> </h2><p><!></p></section> <a class="button primary" href="/"> </a></main>`);function T(e,o){d(o,!0),n(()=>{document.title=`${b.title} · ${y.name}`});var c=w(),p=i(c),h=r(p,!0),g=u(p,2),_=r(g,!0),S=u(g,2);v(S,17,()=>b.steps,e=>e.title,(e,n)=>{var o=C(),c=i(o),d=r(c,!0),p=u(c,2);x(i(p),()=>a(n).text),f(p);var m=u(p,2),h=i(m),g=r(h,!0);f(m),f(o),l(()=>{t(d,a(n).title),t(g,a(n).code)}),s(e,o)});var T=u(S,2),E=i(T),D=r(E,!0),O=u(E);x(i(O),()=>b.numbers),f(O),f(T);var k=u(T,2),A=i(k),j=r(A,!0),M=u(A);x(i(M),()=>b.more),f(M),f(k);var N=u(k,2),P=r(N,!0);f(c),l(()=>{t(h,b.title),t(_,b.lead),t(D,b.numbersTitle),t(j,b.moreTitle),t(P,b.back)}),s(e,c),m()}export{T as default};