/** A page of the tenant's site that a visitor was on, as operators and exports have it. */
export interface PageVisit {
  url: string;
  title: string;
  /** When the visitor came there, ISO 8601 UTC. */
  at: string;
}
