// Tables that a click on a heading sorts.

function sortable(table) {
  table.querySelectorAll("th button").forEach((button, column) => {
    button.addEventListener("click", () => {
      const header = button.parentElement;
      const isUp = header.getAttribute("aria-sort") !== "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const body = table.tBodies[0];
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const order = Number.isNaN(Number(x) + Number(y)) ? x.localeCompare(y) : Number(x) - Number(y);
        return isUp ? order : -order;
      });
      body.append(...rows);
    });
  });
}
