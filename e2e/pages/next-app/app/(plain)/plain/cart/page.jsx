import { Shop } from '../../../shop';

export default function Page() {
  return <Shop title="Cart" other="/plain" />;
}
