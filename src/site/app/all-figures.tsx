import { Fragment } from 'react'
import { basesWords, claimBases, claimGroups } from '#content/claim-bases.ts'
import { claims } from '#content/claims.ts'
import { BaseFacts } from '#site/features/claims/base-facts.tsx'
import layout from '#ui/layout.module.css'
import css from './all-figures.module.css'
import { PlainPage } from './plain-page.tsx'

/** Every figure and promise of the site with its basis; without script the figures link here. */
export function AllFigures() {
  return (
    <PlainPage>
      <h1>{basesWords.title}</h1>
      <p>{basesWords.intro}</p>
      {claimGroups.map(({ title, ids }) => (
        <Fragment key={title}>
          <h2>{title}</h2>
          {ids.map((id) => (
            <section key={id} id={id} className={`${layout.stack} ${css.base}`}>
              <h3>
                <span className={css.value}>{claims[id]}</span> {claimBases[id].label}
              </h3>
              <BaseFacts base={claimBases[id]} />
            </section>
          ))}
        </Fragment>
      ))}
    </PlainPage>
  )
}
