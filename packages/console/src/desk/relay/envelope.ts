/** What every answer of the relay's API has. */
export interface Envelope {
  data: Record<string, unknown>;
  message: string;
}

/** Null for an answer that no relay gave. */
export function readEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('data' in value)) return null;
    const { data, message } = value as { data: unknown; message?: unknown };
    if (typeof data !== 'object' || data === null) return null;
    return {
      data: data as Record<string, unknown>, // an object, by the line above
      message: typeof message === 'string' ? message : '',
    };
  } catch {
    return null;
  }
}
