// The filter of /api/: shows the resources whose name, address or fields hold what is typed.
const box = document.getElementById("filter");
const found = document.getElementById("found");

if (box instanceof HTMLInputElement && found) {
  const sections = [...document.querySelectorAll("section.resource")];
  const texts = new Map(sections.map((section) => [section, section.textContent.toLowerCase()]));

  const show = () => {
    const wanted = box.value.trim().toLowerCase();
    const shown = sections.filter((section) => wanted === "" || texts.get(section)?.includes(wanted));
    for (const section of sections) section.hidden = !shown.includes(section);
    const names = new Set(shown.map(({ id }) => id));
    for (const item of document.querySelectorAll("nav li")) {
      const links = [...item.querySelectorAll("a")];
      item.hidden = !links.some((link) => names.has(link.hash.slice(1)));
    }
    const count = shown.length;
    const words = (count === 1 ? found.dataset.one : found.dataset.many) ?? "";
    found.textContent = wanted === "" ? "" : words.replace("%{count}", String(count));
  };

  box.parentElement.hidden = false;
  box.addEventListener("input", show);
}
