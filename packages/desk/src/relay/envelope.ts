/** The JSON object of every response of the relay's API. */
export interface Envelope {
  data: Record<string, unknown>;
  message: string;
}

/** Parses an envelope; null if the text is not one, because something other than the relay responded. */
export function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('data' in value)) return null;
    const { data, message } = value as { data: unknown; message?: unknown };
    if (typeof data !== 'object' || data === null) return null;
    return {
      data: data as Record<string, unknown>, // checked to be an object above
      message: typeof message === 'string' ? message : '',
    };
  } catch {
    return null;
  }
}
