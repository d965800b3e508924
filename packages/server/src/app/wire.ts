import type { AccountResponses } from '../accounts/wire';
import type { UploadResponses } from '../attachments/wire';
import type { KnowledgeResponses } from '../bots/knowledge/wire';
import type { BotResponses } from '../bots/wire';
import type { CallbackResponses } from '../callbacks/console/wire';
import type { ComplianceResponses } from '../compliance/wire';
import type { ImportResponses } from '../conversations/imports/wire';
import type { CannedReplyResponses } from '../conversations/inbox/canned-replies/wire';
import type { ConversationResponses } from '../conversations/wire';
import type { OperatorResponses } from '../operators/wire';
import type { ReportResponses } from '../reports/wire';
import type { BreakGlassResponses, SystemResponses } from '../system/wire';
import type { TenantResponses } from '../tenants/wire';
import type { BlockResponses } from '../visitors/blocks/wire';
import type { SightingResponses } from '../visitors/sightings/wire';
import type { WorkspaceResponses } from '../workspaces/wire';

/** The response of each route, by its path below the prefix: what the console and relayctl type their calls by. */
export interface Responses
  extends
    AccountResponses,
    WorkspaceResponses,
    TenantResponses,
    OperatorResponses,
    ConversationResponses,
    CannedReplyResponses,
    BlockResponses,
    ImportResponses,
    UploadResponses,
    CallbackResponses,
    BotResponses,
    KnowledgeResponses,
    SightingResponses,
    ReportResponses,
    ComplianceResponses,
    SystemResponses,
    BreakGlassResponses {}

/** The response to a call of the route; `Other` for a route that has no wire types. */
export type RouteName = keyof Responses;

/** The `data` of a response to this route. */
export type ResponseTo<Name extends RouteName> = Responses[Name];

/** A route that lists something page by page. */
export type ListRoute = {
  [Name in RouteName]: Responses[Name] extends { next_cursor: string | null } ? Name : never;
}[RouteName];

/** The field that has the items of a list. */
export type PluralOf<Name extends ListRoute> = {
  [Field in keyof Responses[Name] & string]: Responses[Name][Field] extends readonly unknown[]
    ? Field
    : never;
}[keyof Responses[Name] & string];

/** An item of a list. */
export type ItemOf<Name extends ListRoute> =
  Responses[Name][PluralOf<Name>] extends readonly (infer Item)[] ? Item : never;
