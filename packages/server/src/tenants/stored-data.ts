import type { StoredData } from '../platform/storage/stored-data';
import { RETIRED_WIDGET_KEYS, TENANT_SECRETS } from './model';

export const tenantsData: StoredData = { ofTenant: [RETIRED_WIDGET_KEYS, TENANT_SECRETS] };
