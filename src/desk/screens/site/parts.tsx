import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { pictureLimit } from '#shared/contract/site.ts'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { checkSignal, readableOn } from '#shared/lib/color.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { useEdit } from './api.ts'
import { FieldSection, SiteField, TextState } from './field.tsx'
import { figureLabels, identityLabels, legalLabels, linkLabels } from './labels.ts'
import { PictureControl } from './picture.tsx'
import css from './site.module.css'
import { type SiteDraft, type SiteText, shownText } from './texts.ts'

/** The provider's name, mailbox, links and legal facts. */
export function Identity({ draft }: { draft: SiteDraft }) {
  const { sender } = draft.state
  const hints = {
    'brand.shortName': 'Below the icon on a home screen, at most twelve characters. If empty, the provider’s name.',
    [sitePaths.mailbox]: 'Visitors see this address on the contact page and in error messages.',
    ...(sender && { [sitePaths.senderName]: `The server’s settings (MAIL_FROM) replace this name: ${sender}` }),
  }
  return (
    <div className={pieces.sections}>
      <FieldSection
        draft={draft}
        title="Name and mailbox"
        text="{provider} and {mailbox} stand for these values in every text."
        labels={identityLabels}
        hints={hints}
      />
      <FieldSection
        draft={draft}
        title="Links"
        text="Channels in the footer and on the contact page. A link without an address does nothing."
        labels={linkLabels}
      />
      <FieldSection
        draft={draft}
        title="Legal facts"
        text="The imprint, the privacy notice and the terms contain these facts. Have a lawyer review the documents."
        labels={legalLabels}
      />
    </div>
  )
}

/** The numbers in the settings, by the names of the values that contain them. */
const settings = { answerWithin: 'Time to answer', callLength: 'Length of a call', weeklySlots: 'Weekly capacity' }

/** The claims, which all texts refer to by their names in braces. */
export function Figures({ draft }: { draft: SiteDraft }) {
  return (
    <div className={pieces.sections}>
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
      <FieldSection
        draft={draft}
        title="Figures and promises"
        text="Each figure changes everywhere on the site. Keep only claims that you can prove."
        labels={figureLabels}
        className={css.pairs}
      />
    </div>
  )
}

/** The logo and the signal color. */
export function Look({ draft }: { draft: SiteDraft }) {
  const [logo, signal] = [draft.texts.get(sitePaths.logo), draft.texts.get(sitePaths.signal)]
  return (
    <div className={pieces.sections}>
      {logo && (
        <Section
          title="Logo"
          text={`Shown in the header instead of the name. A PNG, JPEG or SVG file of at most ${pictureLimit / 1000} kB that is readable on both papers.`}
        >
          <Logo text={logo} name={draft.state.values.provider ?? ''} />
        </Section>
      )}
      {signal && (
        <Section title="Signal color" text="Marks the main button of each page and the main bar of each drawing.">
          <SiteField
            draft={draft}
            text={signal}
            label="Color code"
            hint="Six digits after #, such as #f5c400."
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
                    <SampleButton color={typed} />
                  </Papers>
                )}
              </>
            )}
          />
        </Section>
      )}
    </div>
  )
}

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

const SampleButton = ({ color }: { color: string }) => (
  <svg className={layout.label} width="128" height="48" viewBox="0 0 128 48" aria-hidden="true">
    <rect x="1" y="1" width="126" height="46" rx="3" fill={color} stroke={readableOn(color)} strokeWidth="1.5" />
    <text x="64" y="30" textAnchor="middle" fill={readableOn(color)}>
      Book Call
    </text>
  </svg>
)

function Logo({ text, name }: { text: SiteText; name: string }) {
  const path = shownText(text.current)
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
      <TextState text={text} label="Logo" />
    </div>
  )
}
