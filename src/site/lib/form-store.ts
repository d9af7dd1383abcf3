import type { SpamSignals } from '#shared/contract/fields.ts'
import { type InsertOutcome, type InsertRefusal, insertRow } from './api.ts'
import { createRowDraft, type RowDraft } from './draft.ts'
import type { FormProblemDetails, FormTable } from './refusal.tsx'
import { createStore, type Readable, type Store } from './store.ts'
import { track } from './track.ts'
import { addMissedFailure, clearMissedFailure, type MissedFailure } from './unsaved-work.ts'

const loadRefusal = () => import('./refusal.tsx')

/** The state of a form, regardless of whether it is visible. */
type FormPhase =
  | { readonly name: 'editing'; readonly problem: FormProblemDetails | null }
  | { readonly name: 'submitting' }
  | { readonly name: 'success' }

export interface FormState<Sent> {
  readonly phase: FormPhase
  /** The last stored row, until the visitor dismisses the receipt. */
  readonly sent: Sent | null
}

type FormName = MissedFailure['form']
type FormValues<Name extends string> = Readonly<Partial<Record<Name, string>>>

interface FormStoreOptions<Name extends string, Sent> {
  readonly form: FormName
  readonly failure: string
  /** An existing store for a form, if other parts need the form's state before the form's code has loaded. */
  readonly state?: Store<FormState<Sent>>
  readonly first?: FormValues<Name>
  /**
   * Sends the row; returns the stored outcome or a problem. Must not reject, and must finish quickly once the row is
   * stored.
   */
  readonly submit: (id: string, values: FormValues<Name>, signals: SpamSignals) => Promise<Sent | FormProblemDetails>
  /** The initial values of the next row. */
  readonly kept?: (values: FormValues<Name>) => FormValues<Name>
}

export interface FormStore<Name extends string, Sent> {
  readonly state: Readable<FormState<Sent>>
  /** The draft is kept when the visitor leaves the form or reloads the page. */
  readonly draft: RowDraft<Name>
  /** Sends the values after reading the fields again. */
  readonly send: (form: HTMLFormElement) => Promise<void>
  /** Shows the form again after a successful submission. */
  readonly reset: () => void
  /**
   * Sets whether the form is visible. If sending fails while the form is hidden, the page shows a message about the
   * failure.
   */
  readonly show: (isShown: boolean) => void
}

/** Exceeds the request's own timeout, and ends an insert that never finishes. */
const submitTimeoutMs = 15_000

/**
 * Creates a form outside all screens, so that a visitor who leaves a screen neither loses their input nor sends it
 * twice.
 */
export function createForm<Name extends string, Sent extends object>(
  plan: FormStoreOptions<Name, Sent>,
): FormStore<Name, Sent> {
  const { form } = plan
  const draft = createRowDraft<Name>(form, plan.first)
  const state = plan.state ?? createStore<FormState<Sent>>({ phase: { name: 'editing', problem: null }, sent: null })
  const change = (next: Partial<FormState<Sent>>) => state.set({ ...state.get(), ...next })
  let shown = false

  const fail = (problem: FormProblemDetails) => {
    change({ phase: { name: 'editing', problem } })
    if (!shown) addMissedFailure({ form, says: plan.failure })
  }
  const stored = (values: FormValues<Name>, sent: Sent) => {
    // Values that another part of the page prefilled during the request belong to the next row.
    const next = Object.entries(draft.values()).filter(([name, value]) => value !== values[name as Name])
    draft.clear({ ...plan.kept?.(values), ...(Object.fromEntries(next) as FormValues<Name>) })
    change({ phase: { name: 'success' }, sent })
  }

  return {
    state,
    draft,
    send: async (element) => {
      if (state.get().phase.name === 'submitting') return
      clearMissedFailure(form)
      // Any exception becomes a failure, so that the form can be sent again.
      try {
        draft.take(element)
        change({ phase: { name: 'submitting' } })
        const id = draft.send()
        const values = draft.values()
        const result = await plan.submit(id, values, draft.signals())
        if ('refused' in result) fail(result)
        else stored(values, result)
      } catch (cause) {
        track('error', { code: 'submit_threw', place: form, cause })
        fail({ refused: [] })
      }
    },
    reset: () => change({ phase: { name: 'editing', problem: null } }),
    show: (isShown) => {
      shown = isShown
      if (isShown) clearMissedFailure(form)
    },
  }
}

/** Resolves with `late` if the work takes longer than allowed. */
const withTimeout = <Result>(work: Promise<Result>, late: Result): Promise<Result> =>
  Promise.race([work, new Promise<Result>((end) => setTimeout(end, submitTimeoutMs, late))])

type StoredOutcome = Extract<InsertOutcome, { kind: 'stored' }>

const tables: Readonly<Record<FormName, FormTable>> = {
  booking: 'strategy_call_bookings',
  message: 'contact_messages',
}

/** Sends a visitor's row; returns the stored outcome, or the problem that prevented it. */
export async function sendRow(form: FormName, row: object): Promise<StoredOutcome | FormProblemDetails> {
  const outcome = await withTimeout(insertRow(tables[form], row), { kind: 'unknown' })
  const problem =
    outcome.kind === 'refused' ? await withTimeout(loadProblem(outcome, form, row), { refused: [] }) : { refused: [] }
  track('form_submit', { form, outcome: outcome.kind })
  if (outcome.kind === 'stored') return outcome
  const code = outcome.kind === 'unknown' ? 'no_answer' : outcome.code || `http_${outcome.status}`
  track('error', { code, place: form, fields: problem.refused.map(({ name }) => name) })
  return problem
}

async function loadProblem(refusal: InsertRefusal, form: FormName, row: object): Promise<FormProblemDetails> {
  try {
    return (await loadRefusal()).describeProblem(refusal, tables[form], row)
  } catch {
    return { refused: [] }
  }
}

/** Scrolls to and focuses the first refused field or, if there is none, the summary or the button. */
export function showProblem(form: HTMLFormElement | null | undefined): void {
  const target = ['[aria-invalid]', '[role=alert]:has(li)', '[type=submit]']
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find(Boolean)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
