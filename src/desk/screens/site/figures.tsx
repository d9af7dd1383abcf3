import { Link } from '@tanstack/react-router'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { SiteFields } from './identity.tsx'
import { figureLabel, isFigure } from './labels.ts'
import css from './site.module.css'
import type { SiteDraft } from './texts.ts'

/** The numbers in the settings, and the values that contain them. */
const settings = [
  ['Time to answer', 'answerWithin'],
  ['Length of a call', 'callLength'],
  ['Weekly capacity', 'weeklySlots'],
] as const

/** The claims, which all texts refer to by their names in braces. */
export function Figures({ draft }: { draft: SiteDraft }) {
  const labels = Object.fromEntries([...draft.texts.keys()].filter(isFigure).map((path) => [path, figureLabel(path)]))
  return (
    <div className={pieces.sections}>
      <Section title="Set in Settings" text="These numbers also control the desk, so they are in its settings.">
        <ul className={layout.tight}>
          {settings.map(([name, value]) => (
            <li key={name} className={pieces.line}>
              {name}: {draft.state.values[value]}
              <Link to="/settings">
                Change<span className={visuallyHidden}> {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Figures and promises"
        text="Each figure changes everywhere on the site. Keep only claims that you can prove."
      >
        <div className={`${layout.column} ${css.fields} ${css.pairs}`}>
          <SiteFields draft={draft} labels={labels} />
        </div>
      </Section>
    </div>
  )
}
