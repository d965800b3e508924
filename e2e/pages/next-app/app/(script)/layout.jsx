import Script from 'next/script';

const { NEXT_PUBLIC_RELAY, NEXT_PUBLIC_TENANT, NEXT_PUBLIC_KEY } = process.env;

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script
          src={`${NEXT_PUBLIC_RELAY}/widget/loader.js`}
          data-tenant={NEXT_PUBLIC_TENANT}
          data-key={NEXT_PUBLIC_KEY}
        />
      </body>
    </html>
  );
}
