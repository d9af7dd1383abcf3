import { Link } from '@tanstack/react-router'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { sitePaths } from '#shared/contract/site-checks.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { useEdit } from './api.ts'
import { Entries } from './entries.tsx'
import { type FieldProps, SiteField, TextState } from './field.tsx'
import type { FieldGroup } from './labels.ts'
import { Papers, PictureControl } from './look.tsx'
import css from './site.module.css'
import { type SiteDraft, shownText } from './texts.ts'

/** A section with a field for each of the paths that the site has. */
export const FieldSection = ({ draft, group }: { draft: SiteDraft; group: FieldGroup }) => (
  <Section title={group.title} text={group.text}>
    <div className={`${layout.column} ${css.fields}`}>
      {Object.entries(group.labels).map(([path, label]) => {
        const text = draft.texts.get(path)
        if (!text) return null
        const Field = typeof text.current !== 'string' ? Entries : path === sitePaths.logo ? LogoField : SiteField
        return <Field key={path} draft={draft} text={text} label={label} />
      })}
    </div>
  </Section>
)

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
