"""[4.7] [5.2.2] Which trains a company can run, so that they count for its duty to own one."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.titles.t18esp.material import Face, box
from ferrovia.titles.t18esp.running import RouteRules, could_run
from ferrovia.titles.t18esp.trains import Operable


def operable_by(rules: RouteRules) -> Operable:
    """A minor's broad train and a train of the home gauge always; any other one only with a route at this moment."""

    def can_run_it(table: Table, company: CompanyId, face: Face) -> bool:
        if face.gauge == box(table).home_gauge(company):
            return True
        return not box(table).is_minor(company) and could_run(table, company, face, rules)

    return can_run_it
