"""Every title as a PettingZoo environment, to train players; needs the extra `ferrovia[env]`.

env = ferrovia.env.railway("chicago-express", players=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else choose(observation))
"""

from ferrovia.env.railway import RailwayEnv, railway
from ferrovia.env.runner import Result, run

__all__ = ["RailwayEnv", "Result", "railway", "run"]
