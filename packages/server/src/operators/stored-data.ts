import type { StoredData } from '../platform/storage/stored-data';
import { OPERATOR_TENANTS } from './model';

export const operatorsData: StoredData = { ofTenant: [OPERATOR_TENANTS] };
