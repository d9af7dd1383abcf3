import {
  type FocusEvent,
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { brand } from '#content/brand.ts'
import { documents } from '#content/documents.ts'
import { type FormField, formWords, lengthWords } from '#content/form-field.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Honeypot } from '#ui/field-view.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import type { AddressQuestion } from './address-typo.tsx'
import { type FormStore, showProblem } from './form-store.ts'
import type { FormProblemDetails } from './refusal.tsx'
import { useStore } from './store.ts'
import css from './visitor-form.module.css'

/** A field's attributes and elements, without its wording. */
interface FieldOptions {
  readonly isWide?: boolean
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** Shown after the field's own hint. */
  readonly hint?: string | undefined
  /** Shown above the field, across the full width of the form. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}

interface VisitorFormProps<Name extends string, Sent extends object> {
  store: FormStore<Name, Sent>
  element: RefObject<HTMLFormElement | null>
  fields: readonly FormField<Name>[]
  extra: Partial<Record<Name, FieldOptions>>
  /** Makes ids unique if a page has two forms. */
  idPrefix: string
  /** The route of the form's plain page: the link without script, and the form's target until the script has loaded. */
  action: string
  words: {
    readonly failure: string
    readonly submit: string
    readonly submitting: string
    /** Explains which fields are required. Omitted if the text above the form already explains this. */
    readonly required?: string
    readonly optional?: string
  }
}

const loadQuestion = () => import('./address-typo.tsx')

const unchanged = { since: null, names: [] }

/**
 * A form whose values become a row. Prerendered pages are the same for every visitor, so without JavaScript they link
 * to a page that the server renders with a new id for the row.
 */
export function VisitorForm<Name extends string, Sent extends object>(props: VisitorFormProps<Name, Sent>) {
  const { store, element, fields, extra, idPrefix, action, words } = props
  const { draft } = store
  const { phase } = useStore(store.state)
  const problem = phase.name === 'editing' ? phase.problem : null
  const refused = problem?.refused ?? []
  // When a value changes, the error on its field no longer applies.
  const [changed, setChanged] = useState<{ since: FormProblemDetails | null; names: readonly string[] }>(unchanged)
  const isChanged = (name: string) => changed.since === problem && changed.names.includes(name)
  const submitting = phase.name === 'submitting'
  const typed = draft.values()
  const [Question, setQuestion] = useState<typeof AddressQuestion>()

  // Runs before the first paint, so that stored values are visible from the start.
  useLayoutEffect(() => draft.attach(element.current), [draft, element])

  // Handles new failures, and failures that occurred while the form was hidden. The microtask
  // lets a view change move the focus first.
  useEffect(() => {
    if (problem) queueMicrotask(() => showProblem(element.current))
  }, [problem, element])

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement
    // Controls without a name only help to fill in a field.
    if (!name) return
    if (refused.some((field) => field.name === name) && !isChanged(name))
      setChanged({ since: problem, names: [...(changed.since === problem ? changed.names : []), name] })
    // A prefilled value is already in the draft.
    if (value !== draft.values()[name as Name]) draft.edit({ [name]: value } as Partial<Record<Name, string>>)
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (Question || (target as HTMLInputElement).type !== 'email') return
    // If the module fails to load, the form does not ask about typos in the email address.
    loadQuestion().then(
      (module) => setQuestion(() => module.AddressQuestion),
      () => {},
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void store.send(event.currentTarget)
  }
  const items = refused.map(({ name, reason }) => {
    const label = fields.find((field) => field.name === name)?.label
    return { id: label ? `${idPrefix}-${name}` : null, label: label ?? '', reason }
  })

  return (
    <>
      <noscript>
        {/* Browsers never render the content of `noscript` while scripts run, so the browser's bundle omits it. */}
        {import.meta.env.SSR && (
          <a className={buttonClass('signal')} href={action}>
            {formWords.link}
          </a>
        )}
      </noscript>
      <form
        ref={element}
        className={`${layout.column} ${css.form}`}
        method="post"
        action={action}
        aria-busy={submitting || undefined}
        onInput={onInput}
        onBlur={onBlur}
        onSubmit={onSubmit}
      >
        {items.length > 0 && (
          <div className={css.wide}>
            <FormProblem
              failure={words.failure}
              refused={items}
              onFollow={(id) => document.getElementById(id)?.focus()}
            />
          </div>
        )}
        {words.required && <p className={`${layout.note} ${css.note}`}>{words.required}</p>}
        {fields.map((field) => {
          const { isWide, before, after, hint, ...rest } = extra[field.name] ?? {}
          return (
            <Fragment key={field.name}>
              {before}
              <div className={css[isWide ? 'wide' : 'half']}>
                <Field
                  {...rest}
                  spec={field}
                  idPrefix={idPrefix}
                  optional={words.optional}
                  lengthWords={lengthWords}
                  defaultValue={typed[field.name]}
                  hint={[field.hint, hint].filter(Boolean).join(' ')}
                  error={isChanged(field.name) ? undefined : refused.find(({ name }) => name === field.name)?.reason}
                  isLocked={submitting}
                />
                {field.type === 'email' && Question && <Question fieldId={`${idPrefix}-${field.name}`} />}
                {after}
              </div>
            </Fragment>
          )
        })}
        <Honeypot name="budget_note" />
        <div className={`${layout.left} ${css.end}`}>
          {problem && items.length === 0 && (
            <FormProblem failure={words.failure}>
              {problem.note} <a href={`mailto:${brand.email}`}>{brand.email}</a>
            </FormProblem>
          )}
          <Button look="signal" type="submit" disabled={submitting}>
            {submitting ? words.submitting : words.submit}
          </Button>
          {/* Placed after the button, so that the button follows the last field in tab order. */}
          <p className={`${layout.note} ${css.note}`}>
            {`${formWords.notice} `}
            <a href="/privacy">{documents.privacy}</a>
          </p>
        </div>
      </form>
    </>
  )
}
