import type { ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { pictureLimit } from '#shared/contract/site.ts'
import { sitePaths } from '#shared/contract/site-checks.ts'
import { checkSignal, readableOn } from '#shared/lib/color.ts'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import { useEdit } from './api.ts'
import { SiteField, TextChips } from './field.tsx'
import { PictureControl } from './picture.tsx'
import css from './site.module.css'
import { type SiteDraft, type SiteText, textOf } from './texts.ts'

/** The logo and the signal color. */
export function Look({ draft }: { draft: SiteDraft }) {
  const [logo, signal] = [draft.texts.get(sitePaths.logo), draft.texts.get(sitePaths.signal)]
  const name = draft.state.values.provider ?? ''
  return (
    <div className={pieces.sections}>
      {logo && (
        <Section
          title="Logo"
          text={`Shown in the header instead of the name. A PNG, JPEG or SVG file of at most ${pictureLimit / 1000} kB that is readable on both papers.`}
        >
          <LogoField text={logo} name={name} />
        </Section>
      )}
      {signal && (
        <Section title="Signal color" text="Marks the main button of each page and the main bar of each drawing.">
          <SiteField
            draft={draft}
            text={signal}
            label="Color code"
            hint="Six digits after #, such as #f5c400."
            before={(typed, type) => (
              <input
                type="color"
                className={`${controls.control} ${controls.large} ${css.color}`}
                aria-label="Choose a color"
                value={/^#[\da-f]{6}$/i.test(typed) ? typed : '#ffffff'}
                onChange={({ target }) => type(target.value)}
              />
            )}
          >
            {(typed) =>
              checkSignal(typed) === null && (
                <Papers>
                  <SampleButton color={typed} />
                </Papers>
              )
            }
          </SiteField>
        </Section>
      )}
    </div>
  )
}

/** Shows the same content on light and on dark paper. */
const Papers = ({ children }: { children: ReactNode }) => (
  <div className={`${layout.stack} ${css.papers}`}>
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

function LogoField({ text, name }: { text: SiteText; name: string }) {
  const path = textOf(text.current)
  const { mutate, isPending, error } = useEdit()
  return (
    <div className={field.field}>
      <div className={layout.named}>
        <TextChips text={text} />
      </div>
      <PictureControl
        use="logo"
        id={sitePaths.logo}
        path={path}
        isBusy={isPending}
        error={error}
        onPath={(value) => mutate({ path: sitePaths.logo, value: value || null, before: text.edit?.value ?? null })}
      />
      <Papers>
        {path ? (
          <img className={css.logo} src={path} alt={name} />
        ) : (
          <span className={`${pieces.name} ${layout.title}`}>{name}</span>
        )}
      </Papers>
    </div>
  )
}
