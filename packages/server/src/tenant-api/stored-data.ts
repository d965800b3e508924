import type { StoredData } from '../platform/storage/stored-data';
import { REPLAY_CLAIMS } from './model';

export const tenantApiData: StoredData = { ofTenant: [REPLAY_CLAIMS] };
