/** @param {string} text */
const escapeHtml = (text) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const PRODUCTS = [
  { name: 'Bol Argile', price: '24 €', note: 'Grès émaillé, 14 cm' },
  { name: 'Tasse Brume', price: '18 €', note: 'Porcelaine, 25 cl' },
  { name: 'Vase Dune', price: '62 €', note: 'Tourné à la main, 28 cm' },
  { name: 'Assiette Lin', price: '29 €', note: 'Grès brut, 26 cm' },
];

/** @param {(typeof PRODUCTS)[number]} product @param {number} index */
const renderProduct = ({ name, price, note }, index) => `
        <li class="product">
          <div class="picture picture-${index + 1}" aria-hidden="true"></div>
          <h3>${escapeHtml(name)}</h3>
          <p>${escapeHtml(note)}</p>
          <p class="price">${escapeHtml(price)}</p>
        </li>`;

/** The page with the chat's one line. @param {{ loader: string, tenantId: string, publicKey: string }} chat */
export const renderPage = ({ loader, tenantId, publicKey }) => `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Atelier Terre · céramiques</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/page.css" />
    <script type="module" src="/page.js"></script>
    <script async src="${escapeHtml(loader)}" data-tenant="${escapeHtml(tenantId)}" data-key="${escapeHtml(publicKey)}"></script>
  </head>
  <body>
    <header class="top">
      <p class="brand">Atelier Terre</p>
      <nav aria-label="Rubriques"><a href="#collection">Collection</a> <button type="button" data-opens-chat>Aide</button></nav>
    </header>
    <main>
      <section id="collection" aria-labelledby="collection-title">
        <h1 id="collection-title">Des pièces simples, faites à la main</h1>
        <p class="lead">Façonnées et cuites dans notre atelier de Nantes.</p>
        <ul class="products">${PRODUCTS.map(renderProduct).join('')}
        </ul>
      </section>
    </main>
  </body>
</html>
`;
