export function CannedPage() {
  return null;
}
