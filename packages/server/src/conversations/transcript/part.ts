import type { Part } from '../../platform/part';
import { createTranscriptMail } from './mail';
import { transcriptRoutes } from './routes';

export function transcriptPart(
  deps: Parameters<typeof createTranscriptMail>[0] &
    Omit<Parameters<typeof transcriptRoutes>[0], 'mailTranscript'>,
): Part {
  return { routes: transcriptRoutes({ ...deps, mailTranscript: createTranscriptMail(deps) }) };
}
