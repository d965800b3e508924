import type { Part } from '../../../platform/part';
import { noteRoutes } from './routes';
import { createNotes } from './service';

export function notesPart(deps: Parameters<typeof createNotes>[0]): Part {
  return { routes: noteRoutes({ notes: createNotes(deps) }) };
}
