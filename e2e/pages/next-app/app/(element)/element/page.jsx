import { Shop } from '../../shop';

export default function Page() {
  return <Shop title="Bowls" other="/element/cart" />;
}
