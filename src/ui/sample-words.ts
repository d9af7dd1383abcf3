/** Words that pieces have to bear: without a place to break, and from right to left among figures and brackets. */
export const unbreakable = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const arabic = 'عبد الرحمن الهاشمي (42)'
