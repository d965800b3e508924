import type { AccountResponses } from '../accounts/wire';
import type { ComplianceResponses } from '../compliance/wire';
import type { OperatorResponses } from '../operators/wire';
import type { ReportResponses } from '../reports/wire';
import type { BreakGlassResponses, SystemResponses } from '../system/wire';
import type { TenantResponses } from '../tenants/wire';
import type { WorkspaceResponses } from '../workspaces/wire';

/** The response of each route, by its path below the prefix: what the console and relayctl type their calls by. */
export interface Responses
  extends
    AccountResponses,
    WorkspaceResponses,
    TenantResponses,
    OperatorResponses,
    ReportResponses,
    ComplianceResponses,
    SystemResponses,
    BreakGlassResponses {}

/** What a call of the route is answered with; `Other` for a route that has no wire types. */
export type ResponseTo<Name extends string, Other = unknown> = Name extends keyof Responses
  ? Responses[Name]
  : Other;
