import { successKit } from '#content/success-kit.ts'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import css from './success-kit.module.css'

/** Three pages from the packs, laid over each other as on a desk. */
export function LoosePages() {
  return (
    <div className={css.desk}>
      {successKit.hero.pages.map(({ alt, ...page }) => (
        <PagePicture
          key={alt}
          {...page}
          className={css.page}
          alt={alt}
          loading="eager"
          sizes="(max-width: 56rem) 45vw, 15rem"
        />
      ))}
    </div>
  )
}
