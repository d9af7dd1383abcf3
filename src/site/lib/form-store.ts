import type { Suspicion } from '#shared/contract/fields.ts'
import type { Problem } from './form-problem.ts'
import { forgetMissed, type MissedFailure, miss } from './missed-failures.ts'
import { prepareProof } from './proof.ts'
import { createRowDraft, type RowDraft } from './row-draft.ts'
import { createStore, type Readable, type Store } from './store.ts'
import { track } from './track.ts'

/** Where a form stands. Whether it can be seen is its screen's own affair. */
export type Phase =
  | { readonly name: 'editing'; readonly problem: Problem | null }
  | { readonly name: 'submitting' }
  | { readonly name: 'success' }

export interface FormState<Sent> {
  readonly phase: Phase
  /** What was stored last, until that is dismissed. */
  readonly sent: Sent | null
}

type Values<Name extends string> = Readonly<Partial<Record<Name, string>>>

interface FormPlan<Name extends string, Sent> {
  readonly form: MissedFailure['form']
  /** The sentence of a failure. */
  readonly failure: string
  /** Where its state is kept, when others want it before there is a form. */
  readonly state?: Store<FormState<Sent>>
  readonly first?: Values<Name>
  /** Sends these values as the row of this id; gives what was stored, or why not. */
  readonly submit: (id: string, values: Values<Name>, signals: Suspicion) => Promise<Sent | Problem>
  /** What the next row starts with. */
  readonly kept?: (values: Values<Name>) => Values<Name>
}

export interface FormStore<Name extends string, Sent> {
  readonly state: Readable<FormState<Sent>>
  /** What was typed: it outlives leaving the form and reloading the page. */
  readonly draft: RowDraft<Name>
  /** Sends what was typed, once more from the fields themselves. */
  readonly send: (form: HTMLFormElement) => Promise<void>
  /** After success: an empty form, ready for another row. */
  readonly reset: () => void
  /** Says whether the form can be seen. A failure that comes while it cannot is missed, and the page tells it. */
  readonly show: (isShown: boolean) => void
}

/** Longer than an answer is waited for. Whatever else hangs ends here, so that nobody waits for ever. */
const longestMs = 15_000

/**
 * One form, whichever screen shows it, kept outside of them all: leaving a screen neither loses what was typed nor
 * sends it twice.
 */
export function createForm<Name extends string, Sent extends object>(
  plan: FormPlan<Name, Sent>,
): FormStore<Name, Sent> {
  const { form } = plan
  const typed = createRowDraft<Name>(form, plan.first)
  const draft: RowDraft<Name> = {
    ...typed,
    attach(element) {
      typed.attach(element)
      element?.addEventListener('input', prepareProof)
    },
  }
  const state =
    plan.state ?? createStore<FormState<Sent>>({ phase: { name: 'editing', problem: null }, sent: null })
  const change = (next: Partial<FormState<Sent>>) => state.set({ ...state.get(), ...next })
  let shown = false

  const fail = (problem: Problem) => {
    change({ phase: { name: 'editing', problem } })
    if (!shown) miss({ form, says: plan.failure })
  }
  const stored = (values: Values<Name>, sent: Sent) => {
    // What another part of the page has put in meanwhile is the beginning of the next row.
    const next = Object.entries(draft.values()).filter(([name, value]) => value !== values[name as Name])
    draft.clear({ ...plan.kept?.(values), ...(Object.fromEntries(next) as Values<Name>) })
    change({ phase: { name: 'success' }, sent })
  }

  return {
    state,
    draft,
    send: async (element) => {
      if (state.get().phase.name === 'submitting') return
      forgetMissed(form)
      // Whatever is thrown between the press and the answer ends in the failure, and the form can be sent again.
      try {
        draft.take(element)
        change({ phase: { name: 'submitting' } })
        const id = draft.send()
        const values = draft.values()
        const result = await Promise.race([plan.submit(id, values, draft.signals()), tooLate()])
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
      if (isShown) forgetMissed(form)
    },
  }
}

const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer, and no end of waiting for it')), longestMs)
  })
