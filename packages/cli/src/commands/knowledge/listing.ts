export const listing = (tenantId: string) =>
  ({
    route: 'console/fetch/knowledge-documents',
    plural: 'knowledge_documents',
    query: { tenant_id: tenantId },
  }) as const;
