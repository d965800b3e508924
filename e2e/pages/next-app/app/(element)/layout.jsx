import { Chat } from '../chat';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Chat />
      </body>
    </html>
  );
}
