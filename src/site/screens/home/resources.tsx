import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './home.module.css'

const { resources } = home

/** Three free resources as an invoice that comes to nothing. */
export function Resources() {
  return (
    <section className={`${frame.split60} ${layout.page} ${css.resourcesSection}`}>
      <div className={`${layout.top} ${css.resourcesHead}`}>
        <p className={layout.note}>{resources.eyebrow}</p>
        <h2>{resources.title}</h2>
        <p>{resources.text}</p>
        <BookCallButton place="resources" look="plain" />
      </div>
      <div className={`${frame.sheet} ${css.bill}`}>
        <ul>
          {resources.cards.map((card) => (
            <li key={card.target} className={`${layout.spread} ${css.resourcesCard}`}>
              <div>
                <h3>{card.title}</h3>
                <p className={css.description}>{card.description}</p>
                <p className={layout.note}>{`${card.downloads} ${resources.downloadsLabel}`}</p>
                <ViewLink to={card.target} className={`${layout.inline} ${css.resourcesLink}`}>
                  {card.link}
                  <Icon name="arrow" />
                </ViewLink>
                {'pack' in card && (
                  <PackLink
                    pack={card.pack}
                    place="resources"
                    className={`${layout.inline} ${css.resourcesLink}`}
                  >
                    {resources.packLink}
                  </PackLink>
                )}
              </div>
              <p className={css.value}>
                <span className={frame.caption}>{resources.valueLabel}</span>
                {` ${card.value}`}
              </p>
            </li>
          ))}
        </ul>
        <p className={css.total}>
          <span>{resources.totalLabel}</span>
          <s>{resources.total}</s>
        </p>
        <p className={`${layout.signal} ${css.resourcesPrice}`}>
          <span>{resources.priceLabel}</span>
          <strong>{resources.price}</strong>
        </p>
      </div>
    </section>
  )
}
