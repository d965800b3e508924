/** The shape of every response under the prefix, for success and error. */
export interface Envelope {
  status_code: number;
  data: object;
  message: string;
}

export function envelope(status: number, data: object, message = 'OK'): Envelope {
  return { status_code: status, data, message };
}
