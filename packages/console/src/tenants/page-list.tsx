export interface PageGroup<Group extends string, Page extends string> {
  name: Group;
  pages: readonly Page[];
}

/** A navigation in groups, where each part has its own address. It is at the side, or above if there is no room. */
export function PageList<Group extends string, Page extends string>({
  label,
  groups,
  titleOf,
  nameOf,
  hrefOf,
  current,
}: {
  label: string;
  groups: readonly PageGroup<Group, Page>[];
  titleOf(group: Group): string;
  nameOf(page: Page): string;
  hrefOf(page: Page): string;
  current: Page;
}) {
  return (
    <nav class="page-list" aria-label={label}>
      {groups.map(({ name, pages }) => (
        <section key={name}>
          <h2 class="meta">{titleOf(name)}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page}>
                <a href={hrefOf(page)} aria-current={page === current ? 'page' : undefined}>
                  {nameOf(page)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
