import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button';
import { DataTable, type Column } from '../ui/data-table';
import { Banner, Empty } from '../ui/notes';
import type { IconName } from '../ui/icon';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import type { Listing } from './use-listing';

export interface RecordListProps<Item> {
  /** Name of the table, for screen readers. */
  label: string;
  listing: Listing<Item>;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  icon: IconName;
  emptyTitle: string;
  emptyText?: string;
  /** Shown below the words for an empty list. */
  emptyAction?: ComponentChildren;
  /** Hides items that were read; without it all are shown. */
  isShown?: (item: Item) => boolean;
}

/** A list of the relay as a table, with states for loading, refused and empty. */
export function RecordList<Item>(props: RecordListProps<Item>) {
  const language = useLanguage();
  const { common } = language.words;
  const { listing, isShown } = props;
  const { items, error } = listing;
  const shown = isShown ? items?.filter(isShown) : items;
  return (
    <>
      {error !== null && (
        <Banner tone="late">
          {refusalText(error, language)}{' '}
          <button type="button" class="link-button" onClick={() => void listing.reload()}>
            {common.retry}
          </button>
        </Banner>
      )}
      {shown === undefined ? (
        error === null && <SkeletonRows rows={5} heightPx={44} shape="line" />
      ) : shown.length === 0 && !listing.hasMore ? (
        <Empty icon={props.icon} title={props.emptyTitle}>
          {props.emptyText !== undefined && <p>{props.emptyText}</p>}
          {props.emptyAction}
        </Empty>
      ) : (
        <DataTable label={props.label} columns={props.columns} rows={shown} keyOf={props.keyOf} />
      )}
      {listing.hasMore && (
        <div>
          <Button isBusy={listing.isReadingMore} onClick={listing.readMore}>
            {common.showMore}
          </Button>
        </div>
      )}
    </>
  );
}
