/** The one shape of every answer under the prefix, success and error alike. */
export interface Envelope {
  status_code: number;
  data: object;
  message: string;
}

export function envelope(status: number, data: object, message = 'OK'): Envelope {
  return { status_code: status, data, message };
}
