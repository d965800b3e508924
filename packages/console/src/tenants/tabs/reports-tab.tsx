import { ReportView } from '../../reports/report-view';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';

export function ReportsTab() {
  const { reports } = useLanguage().words;
  const { tenant_id, hours } = useOpenTenant().tenant;
  return (
    <section class="report-tab">
      <h2 class="hidden">{reports.title}</h2>
      <ReportView subject={{ tenant_id }} timezone={hours?.timezone ?? 'UTC'} />
    </section>
  );
}
