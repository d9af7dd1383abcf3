import { world } from './world.ts'
import css from './world-map.module.css'

const outlines = [world.usa, world.southAfrica, world.newZealand, world.australia]

/** The world in rows, as a timetable would draw it; the four countries that the copy names stand out. */
export function WorldMap({ names }: { names: readonly string[] }) {
  return (
    <figure className={css.map}>
      <svg viewBox={world.viewBox} role="img" aria-label={names.join(', ')}>
        <path className={css.land} d={world.land} />
        {outlines.map((outline, index) => (
          <path key={names[index]} className={css.named} d={outline} />
        ))}
      </svg>
    </figure>
  )
}
