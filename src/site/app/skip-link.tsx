import { navigation } from '#content/navigation.ts'
import css from './skip-link.module.css'

export function SkipLink() {
  return (
    <a className={css.skip} href="#content">
      {navigation.skip}
    </a>
  )
}
