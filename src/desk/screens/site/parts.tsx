import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { checkSignal, readableOn } from '#shared/lib/color.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { useEdit } from './api.ts'
import { Entries } from './entries.tsx'
import { type FieldProps, SiteField, TextState } from './field.tsx'
import { type FieldGroup, hints } from './labels.ts'
import { PictureControl } from './picture.tsx'
import css from './site.module.css'
import { type SiteDraft, shownText } from './texts.ts'

/** A section with a field for each of the paths that the site has. */
export function FieldSection({ draft, group }: { draft: SiteDraft; group: FieldGroup }) {
  const { sender } = draft.state
  const shownHints: Readonly<Record<string, string>> = {
    ...hints,
    ...(sender && { [sitePaths.senderName]: `The server’s settings (MAIL_FROM) replace this name: ${sender}` }),
  }
  return (
    <Section title={group.title} text={group.text}>
      <div className={`${layout.column} ${css.fields}`}>
        {Object.entries(group.labels).map(([path, label]) => {
          const text = draft.texts.get(path)
          const Field = special[path] ?? SiteField
          return text && <Field key={path} draft={draft} text={text} label={label} hint={shownHints[path]} />
        })}
      </div>
    </Section>
  )
}

const special: Readonly<Record<string, (props: FieldProps) => ReactNode>> = {
  [sitePaths.logo]: LogoField,
  [sitePaths.signal]: SignalField,
  [sitePaths.people]: Entries,
  [sitePaths.testimonials]: Entries,
  [sitePaths.steps]: Entries,
}

/** The numbers in the settings, by the names of the values that contain them. */
const settings = { answerWithin: 'Time to answer', callLength: 'Length of a call', weeklySlots: 'Weekly capacity' }

/** The values that are numbers in the desk's settings. */
export const SettingsValues = ({ draft }: { draft: SiteDraft }) => (
  <Section title="Set in Settings" text="These numbers also control the desk, so they are in its settings.">
    <ul className={layout.tight}>
      {Object.entries(settings).map(([value, name]) => (
        <li key={name} className={pieces.line}>
          {name}: {draft.state.values[value]}
          <Link to="/settings">
            Change<span className={visuallyHidden}> {name}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)

/** Shows the same content on light and on dark paper. */
const Papers = ({ children }: { children: ReactNode }) => (
  <div className={layout.row}>
    {['light', 'dark'].map((scheme) => (
      <div key={scheme} className={css.paper} data-scheme={scheme}>
        {children}
      </div>
    ))}
  </div>
)

function SignalField(props: FieldProps) {
  return (
    <SiteField
      {...props}
      extra={(typed, type) => (
        <>
          <input
            type="color"
            className={controls.control}
            aria-label="Choose a color"
            value={/^#[\da-f]{6}$/i.test(typed) ? typed : '#ffffff'}
            onChange={({ target }) => type(target.value)}
          />
          {checkSignal(typed) === null && (
            <Papers>
              <svg className={layout.label} width="128" height="48" aria-hidden="true">
                <rect width="128" height="48" rx="3" fill={typed} stroke={readableOn(typed)} strokeWidth="3" />
                <text x="64" y="30" textAnchor="middle" fill={readableOn(typed)}>
                  Book Call
                </text>
              </svg>
            </Papers>
          )}
        </>
      )}
    />
  )
}

function LogoField({ draft, text, label }: FieldProps) {
  const path = shownText(text.current)
  const name = draft.state.values.provider ?? ''
  const { mutate, isPending, error } = useEdit()
  return (
    <div className={`${layout.stack} ${pieces.unmarked}`} id={sitePaths.logo} tabIndex={-1}>
      <PictureControl
        use="logo"
        path={path}
        isBusy={isPending}
        error={error}
        onPath={(value) => mutate({ path: sitePaths.logo, value: value || null })}
      />
      <Papers>
        {path ? <img className={css.logo} src={path} alt={name} /> : <span className={layout.title}>{name}</span>}
      </Papers>
      <TextState text={text} label={label} />
    </div>
  )
}
