import { Shop } from '../../shop';

export default function Page() {
  return <Shop title="Bowls" other="/plain/cart" />;
}
