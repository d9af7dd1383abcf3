import { booking, bookingFields } from '../src/content/booking.ts'
import { callSteps } from '../src/content/call-steps.ts'
import type { FormField } from '../src/content/form-field.ts'
import { home } from '../src/content/home.ts'
import { navigation } from '../src/content/navigation.ts'
import { callLabels } from '../src/content/strategy-call.ts'
import { views } from '../src/content/views.ts'

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const each = <Item>(items: readonly Item[], write: (item: Item) => string) => items.map(write).join('\n')
const list = <Item>(items: readonly Item[], write: (item: Item) => string) =>
  `<ul>${each(items, (item) => `<li>${write(item)}</li>`)}</ul>`
const link = ({ target, label }: { target: string; label: string }) =>
  `<a href="/?view=${target}">${safe(label)}</a>`
const opener = (label: string) =>
  `<button type="button" command="show-modal" commandfor="booking">${safe(label)}</button>`
const figure = ({ value, label }: { value: string; label: string }) => `<b>${safe(value)}</b> ${safe(label)}`
const intro = ({ eyebrow, title, text }: { eyebrow: string; title: string; text: string }) =>
  `<p>${safe(eyebrow)}</p><h2>${safe(title)}</h2><p>${safe(text)}</p>`

/** One page of HTML as a person would write it by hand, with the words of the home view and a style of its own. */
export function bareMarkup(style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(views.home.title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><b>Backline</b> ${each(navigation.top, link)} ${opener(callLabels.short)}</header>
<main>${hero()}${week()}${program()}${proof()}${resources()}${finalCall()}</main>
<footer><p>${navigation.footer.lead}</p>${opener(callLabels.long)}
${each(navigation.footer.groups, ({ title, links }) => `<nav><b>${safe(title)}</b>${list(links, link)}</nav>`)}
<p>${safe(navigation.footer.line)}</p></footer>
${dialog()}
</body>
</html>
`
}

function hero(): string {
  const { eyebrow, title, lede, offer, services, figures, ruler } = home.hero
  return `<section><p>${eyebrow}</p><h1>${title}</h1><p>${safe(lede)}</p>
${opener(callLabels.short)} <a href="/?view=services">${services}</a>
<p>${offer.free} <s>${offer.usually}</s>. ${offer.now}</p>
${list(figures, figure)}
<figure><figcaption>${ruler.title}. ${ruler.most.label}</figcaption>
<p>${ruler.startLabel}</p>${list(ruler.steps, ({ name, from, to }) => `${name}: ${from}–${to}`)}
<p>${ruler.endLabel}</p><p>${ruler.bound.label}</p></figure></section>`
}

function week(): string {
  const { painPoints, solution } = home
  return `<section>${intro(painPoints)}
${list(
  painPoints.cards,
  ({ day, time, title, description, cost }) =>
    `${day} ${time}<h3>${safe(title)}</h3><p>${safe(description)}</p><p>${painPoints.costLabel}: ${cost}</p>`,
)}
<p>${painPoints.note}</p><a href="/?view=roi-calculator">${painPoints.link}</a></section>
<section>${intro(solution)}
${list(
  solution.cards,
  ({ answers, figure, figureLabel, title, description }) =>
    `${answers}<h3>${safe(title)}</h3><p>${safe(description)}</p><b>${figure}</b> ${figureLabel}`,
)}
<a href="/?view=services">${solution.link}</a></section>`
}

function program(): string {
  const { stacks, phases, weeksLabel, link } = home.partner360
  return `<section>${intro(home.partner360)}
${list(stacks, ({ name, line }) => `<h3>${name}</h3><p>${safe(line)}</p>`)}
<p>${weeksLabel}</p>${list(phases, ({ title, fromWeek, toWeek }) => `${title} ${fromWeek}–${toWeek}`)}
<a href="/?view=partner360">${link}</a></section>`
}

function proof(): string {
  const { figures, termsTitle, terms, map, countries } = home.proof
  return `<section>${intro(home.proof)}${list(figures, figure)}
<h3>${termsTitle}</h3>${list(terms, ({ title, text }) => `<b>${safe(title)}</b><p>${safe(text)}</p>`)}
<p>${safe(map)}</p>
${list(countries, ({ country, city, hours }) => `${country}, ${city}: ${hours}`)}
${opener(callLabels.long)}</section>`
}

function resources(): string {
  const { cards, valueLabel, downloadsLabel, totalLabel, total, priceLabel, price } = home.resources
  return `<section>${intro(home.resources)}
${list(
  cards,
  ({ target, title, description, value, downloads, link }) =>
    `<h3>${title}</h3><p>${safe(description)}</p><p>${valueLabel} ${value}, ${downloads} ${downloadsLabel}</p>
<a href="/?view=${target}">${link}</a>`,
)}
<p>${totalLabel} ${total}. ${priceLabel} ${price}.</p>${opener(callLabels.long)}</section>`
}

const steps = () => list(callSteps.steps, (step) => safe(Object.values(step).join(' ')))

function finalCall(): string {
  const { priceLabel, price, free, slots, stepsTitle } = home.finalCall
  return `<section>${intro(home.finalCall)}<p>${priceLabel} <s>${price}</s> ${free}</p><p>${slots}</p>
<h3>${stepsTitle}</h3>${steps()}${opener(callLabels.long)}</section>`
}

function dialog(): string {
  return `<dialog id="booking" aria-labelledby="booking-title"><h2 id="booking-title">${booking.title}</h2>
<p>${safe(booking.intro)}</p>${steps()}
<form method="post" action="/forms/booking">${each(bookingFields, field)}
<button>${booking.submit}</button></form>
<button type="button" command="close" commandfor="booking">${booking.close}</button></dialog>`
}

function field(spec: FormField): string {
  const { name, label, hint = '', required, placeholder = '' } = spec
  const common = `name="${name}"${required ? ' required' : ''}`
  const control =
    spec.type === 'select'
      ? `<select ${common}><option value="">${placeholder}</option>${each(spec.options, ({ value, label }) => `<option value="${value}">${safe(label)}</option>`)}</select>`
      : spec.type === 'textarea'
        ? `<textarea ${common} placeholder="${safe(placeholder)}"></textarea>`
        : `<input type="${spec.type}" ${common} placeholder="${safe(placeholder)}">`
  return `<label>${safe(label)} ${control} ${safe(hint)}</label>`
}
