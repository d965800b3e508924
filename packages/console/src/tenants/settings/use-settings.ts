import { useEffect, useState } from 'preact/hooks';
import { RefusalError, UnreachableError } from '../../api/refusal';
import { problemOf } from '../../records/field-problem';
import { useConsole } from '../../state/console';
import { useUnsavedGuard } from '../../state/unsaved-guard';
import { useForm, type FormHandle } from '../../ui/form';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import type { SettingsBody, Tenant } from '@chat-relay/server/wire/tenants';
import { changesBetween, holds, isSame, type SettingChange } from './changes';

export interface SettingsOptions<Draft> {
  /** Takes the fields of this page from a tenant. */
  read(tenant: Tenant): Draft;
  /** Turns the fields into settings for the relay. */
  write(draft: Draft): SettingsBody;
  /** Problems of the fields, by the names of the settings. */
  check?(draft: Draft): Record<string, string | undefined>;
}

export interface Settings<Draft> {
  draft: Draft;
  change(fields: Partial<Draft>): void;
  isChanged: boolean;
  form: FormHandle<string>;
  /** @param field the relay's name, such as `widget.greeting` */
  problem(field: string): string | undefined;
  /** Why the last attempt saved nothing, or that its result is still unknown. */
  outcome: SaveOutcome;
  /** Replaces what was typed with the other person's settings. */
  takeTheirs(): void;
}

export type SaveOutcome =
  | { kind: 'none' }
  /** Another person has saved `changes` first. The next attempt builds on their version. */
  | { kind: 'conflict'; changes: SettingChange[] }
  /** The connection was lost before the response: a read has to show whether the settings were saved. */
  | { kind: 'unknown' }
  /** The connection was lost, and nothing was saved. */
  | { kind: 'lost' };

const NONE: SaveOutcome = { kind: 'none' };

/** Edits and saves a part of a tenant's settings. */
export function useSettings<Draft extends object>(
  options: SettingsOptions<Draft>,
): Settings<Draft> {
  const { read, write, check } = options;
  const { api, toasts } = useConsole();
  const { words } = useLanguage();
  const { tenant, put, refresh } = useOpenTenant();
  /** The version from which the draft was made. */
  const [base, setBase] = useState(tenant);
  const [draft, setDraft] = useState(() => read(tenant));
  const [outcome, setOutcome] = useState<SaveOutcome>(NONE);
  const isChanged = !isSame(write(draft), write(read(base)));
  useUnsavedGuard(isChanged);

  const take = (taken: Tenant): void => {
    setBase(taken);
    setDraft(read(taken));
    setOutcome(NONE);
    form.forget();
  };
  const saved = (taken: Tenant): void => {
    take(taken);
    put(taken);
    void toasts.show(words.common.saved);
  };

  const send = async (): Promise<void> => {
    setOutcome(NONE);
    const { tenant_id, version } = base;
    const body = { tenant_id, version, ...write(draft) };
    try {
      saved((await api.post('console/update/tenant', body)).tenant);
    } catch (error) {
      if (error instanceof UnreachableError) setOutcome({ kind: 'unknown' });
      if (!(error instanceof RefusalError) || error.code !== 'state_conflict') throw error;
      const theirs = await refresh();
      // An earlier attempt, whose response was lost, has saved these settings.
      if (holds(theirs, write(draft))) return saved(theirs);
      const changes = changesBetween(base, theirs);
      if (changes.length === 0) throw error;
      setOutcome({ kind: 'conflict', changes });
      setBase(theirs);
      throw error;
    }
  };
  const form = useForm<string>({ problems: check?.(draft) ?? {}, send });

  // A newer read shows whether an attempt with a lost response was saved.
  useEffect(() => {
    if (tenant.version === base.version && outcome.kind !== 'unknown') return;
    if (outcome.kind === 'unknown') {
      const isNewer = tenant.version !== base.version;
      if (isNewer && holds(tenant, write(draft))) saved(tenant);
      else setOutcome({ kind: 'lost' });
    } else if (!isChanged) take(tenant);
  }, [tenant]);

  return {
    draft,
    change: (fields) => setDraft((known) => ({ ...known, ...fields })),
    isChanged,
    form,
    problem: (field) =>
      form.problem(field) ??
      problemOf(form.error instanceof RefusalError ? form.error : null, field, words),
    outcome,
    takeTheirs: () => take(tenant),
  };
}
