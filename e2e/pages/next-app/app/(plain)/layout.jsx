const { NEXT_PUBLIC_RELAY, NEXT_PUBLIC_TENANT, NEXT_PUBLIC_KEY } = process.env;

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <script
          async
          src={`${NEXT_PUBLIC_RELAY}/widget/loader.js`}
          data-tenant={NEXT_PUBLIC_TENANT}
          data-key={NEXT_PUBLIC_KEY}
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
