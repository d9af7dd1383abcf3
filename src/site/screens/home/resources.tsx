import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './resources.module.css'

const { resources } = home

/** Three free resources as an invoice that comes to nothing. */
export function Resources() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <p className={css.eyebrow}>{resources.eyebrow}</p>
        <h2>{resources.title}</h2>
        <p>{resources.text}</p>
        <BookCallButton place="resources" look="plain" />
      </div>
      <div className={css.bill}>
        <ul>
          {resources.cards.map((card) => (
            <li key={card.target} className={css.card}>
              <div>
                <h3>{card.title}</h3>
                <p className={css.description}>{card.description}</p>
                <p className={css.downloads}>{`${card.downloads} ${resources.downloadsLabel}`}</p>
                <ViewLink to={card.target} className={css.link}>
                  {card.link}
                  <Icon name="arrow" />
                </ViewLink>
                {'pack' in card && (
                  <PackLink pack={card.pack} place="resources" className={css.link}>
                    {resources.packLink}
                  </PackLink>
                )}
              </div>
              <p className={css.value}>
                <span className={css.label}>{resources.valueLabel}</span>
                {` ${card.value}`}
              </p>
            </li>
          ))}
        </ul>
        <p className={css.total}>
          <span>{resources.totalLabel}</span>
          <s>{resources.total}</s>
        </p>
        <p className={css.price}>
          <span>{resources.priceLabel}</span>
          <strong>{resources.price}</strong>
        </p>
      </div>
    </section>
  )
}
