import { expect, it } from 'vitest';
import { embeddedParts, PARTS_VERSION } from '../../../src/bots/embeddings/embedded-parts';

const CONTENT = `---
locale: en
---

# Delivery

We deliver **on weekdays**,
from 9 to 17.

| Country | Price |
| ------- | ----- |
| France  | 4 €   |

## Abroad

- Belgium: 7 €
- Spain: 9 €
`;

it('are made again if they would be others: then PARTS_VERSION has to grow', () => {
  const parts = embeddedParts({ title: 'Shop', content: CONTENT });
  expect([PARTS_VERSION, parts.map(({ input }) => input)]).toMatchInlineSnapshot(`
    [
      1,
      [
        "Shop
    Delivery
    We deliver on weekdays, from 9 to 17.

    - Country: France; Price: 4 €",
        "Shop
    Delivery
    Abroad
    - Belgium: 7 €
    - Spain: 9 €",
      ],
    ]
  `);
});
