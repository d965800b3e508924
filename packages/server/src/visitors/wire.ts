/** A page of the tenant's site that a visitor was on. */
export interface PageVisit {
  url: string;
  title: string;
  /** The time at which the visitor came to this page, ISO 8601 UTC. */
  at: string;
}
