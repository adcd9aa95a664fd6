// Light and dark: as the system says, or as the reader chooses. Paper is light.

const theme = {
  chosen: 'auto',
  printing: false,
  listeners: [],

  isDark() {
    if (this.printing) return false;
    if (this.chosen === 'auto') return window.matchMedia('(prefers-color-scheme: dark)').matches;
    return this.chosen === 'dark';
  },

  /** The value of a variable of the style sheet. */
  value(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  },

  apply() {
    document.documentElement.dataset.theme = this.isDark() ? 'dark' : 'light';
    for (const listener of this.listeners) listener();
  },

  start() {
    const key = 'trenza-report-theme';
    try {
      this.chosen = localStorage.getItem(key) || 'auto';
    } catch {
      // A page without a place of its own has no memory.
    }
    for (const button of document.querySelectorAll('#theme input')) {
      button.checked = button.value === this.chosen;
      button.addEventListener('change', () => {
        this.chosen = button.value;
        try {
          localStorage.setItem(key, this.chosen);
        } catch {
          // As above.
        }
        this.apply();
      });
    }
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.apply());
    window.addEventListener('beforeprint', () => { this.printing = true; this.apply(); });
    window.addEventListener('afterprint', () => { this.printing = false; this.apply(); });
    this.apply();
  },
};
