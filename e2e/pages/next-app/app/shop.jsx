import Link from 'next/link';

/** A page of a shop with a link to its other page. */
export function Shop({ title, other }) {
  return (
    <>
      <h1>{title}</h1>
      <Link id="other" href={other}>
        The other page
      </Link>
      <main style={{ height: 4000 }}>A long page</main>
    </>
  );
}
