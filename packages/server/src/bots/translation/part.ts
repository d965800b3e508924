import type { Part } from '../../platform/part';
import { translationRoutes } from './routes';
import { createTranslations } from './service';

export function translationsPart(deps: Parameters<typeof createTranslations>[0]): Part {
  return { routes: translationRoutes({ translations: createTranslations(deps) }) };
}
